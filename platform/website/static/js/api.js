// The console of the API is large, so it is fetched when somebody asks for it.
const here = document.getElementById("swagger");
const button = here.querySelector("button");

const loaded = (kind, values) =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(kind), values);
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });

const isDark = () =>
  getComputedStyle(document.documentElement).colorScheme === "dark" ||
  (document.documentElement.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);

const open = async () => {
  button.disabled = true;
  await loaded("link", { rel: "stylesheet", href: here.dataset.style });
  await loaded("script", { src: here.dataset.script });
  document.documentElement.classList.toggle("dark-mode", isDark());
  const place = document.createElement("div");
  here.replaceChildren(place);
  window.SwaggerUIBundle({
    url: here.dataset.schema,
    domNode: place,
    docExpansion: "none",
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    requestInterceptor: (request) => {
      if (!/^(GET|HEAD|OPTIONS)$/i.test(request.method ?? "GET")) {
        request.headers["X-CSRFToken"] = here.dataset.token;
      }
      return request;
    },
  });
};

button.hidden = false;
button.addEventListener("click", open);
