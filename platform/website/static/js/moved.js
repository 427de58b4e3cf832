/** Follow an old address to where its section is now; without this, the page shows a link. */
const section = document.getElementById(location.hash.slice(1));
if (section?.matches(".moved-section")) location.replace(section.querySelector("a").href);
