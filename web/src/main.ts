import { mount } from "svelte";
import App from "./app/App.svelte";
import { listen } from "./app/router.svelte";
import "./styles/base.css";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no element called app");
listen();
mount(App, { target });
