// The form of a new tournament offers the time zone of this machine.
const select = document.querySelector("select[data-zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (select && select.value === "UTC" && [...select.options].some((one) => one.value === here)) {
  select.value = here;
}
