import { mount } from "svelte";
import { listen } from "./app/router.svelte";
import App from "./frame/App.svelte";
import "./styles/base.css";
import "./styles/task.css";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no element called app");
listen();
mount(App, { target });

// The service worker opens the page without the network. It comes last: it must not delay the first page.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
