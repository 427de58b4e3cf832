// Beside a time in UTC stands the same in the clock and the language of whoever looks.
const language = document.documentElement.lang;
const shown = new Intl.DateTimeFormat(language, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});
for (const time of document.querySelectorAll("[data-when] time")) {
  const here = new Date(time.dateTime);
  if (here.getTimezoneOffset() === 0) continue;
  const local = document.createElement("span");
  local.className = "sub";
  local.textContent = shown.format(here);
  time.parentElement.after(" ", local);
}
