// Our colours as a canvas takes them, and the moment when they change.
export const colour = (name, alpha = 1) => {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  const [red, green, blue] = found.match(/[\d.]+/g);
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
};

export const onThemeChange = (act) => {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", act);
  new MutationObserver(act).observe(document.documentElement, { attributeFilter: ["data-theme"] });
};
