/** Follow an old address to where its section is now; without this, the page shows a link. */
const link = document.querySelector(".moved:target a");
if (link) location.replace(link.href);
