// Polling that is kind to both sides: nothing is asked while the page is hidden, and what has not
// changed since the last answer costs a 304 and no swap.
const etags = new Map();
const isPoll = (element) => element.matches("[data-live]");
// The session has ended meanwhile: the answer is the log-in page, which is no part of this one.
const wasSentElsewhere = (xhr, path) => new URL(xhr.responseURL).pathname !== new URL(path, location.href).pathname;
const keyOf = (element, path) => `${element.id} ${path}`;

document.body.addEventListener("htmx:configRequest", (event) => {
  const { elt, headers, path } = event.detail;
  if (!isPoll(elt)) return;
  if (document.hidden) {
    event.preventDefault();
    return;
  }
  const etag = etags.get(keyOf(elt, path));
  if (etag) headers["If-None-Match"] = etag;
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { elt, xhr, requestConfig } = event.detail;
  if (isPoll(elt) && wasSentElsewhere(xhr, requestConfig.path)) {
    event.detail.shouldSwap = false;
    location.reload();
    return;
  }
  const etag = xhr.getResponseHeader("ETag");
  if (isPoll(elt) && xhr.status === 200 && etag) etags.set(keyOf(elt, requestConfig.path), etag);
});

// A page that comes back into view asks at once instead of waiting for the next beat.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const element of document.querySelectorAll("[data-live]")) window.htmx.trigger(element, "seen");
});

// What is polled is the same for all readers; which rows are the reader's own is known to the page alone.
const { viewer } = document.body.dataset;
const markOwnRows = () => {
  for (const row of document.querySelectorAll(`[data-owner="${CSS.escape(viewer)}"]`)) row.classList.add("mine");
};
if (viewer) {
  markOwnRows();
  document.body.addEventListener("htmx:afterSettle", markOwnRows); // settling sets the classes of rows with an id
}
