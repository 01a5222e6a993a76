import type { Filled, Plain } from "./language.svelte";

export const share = {
  open: ["Share a picture", "Udostępnij obraz"],
  title: ["Share the board", "Udostępnij planszę"],
  title_battle: ["Share the Battle", "Udostępnij Bitwę"],
  about: [
    "Save it as a picture, or as a short film of how it came about. Neither needs this page.",
    "Zapisz jako obraz albo jako krótki film, który pokazuje, jak do tego doszło. Do obejrzenia nie trzeba tej strony.",
  ],
  about_still: ["Save it as a picture. It needs no page.", "Zapisz jako obraz. Do obejrzenia nie trzeba tej strony."],
  making: ["Drawing…", "Rysowanie…"],
  picture: ["Picture", "Obraz"],
  film: ["Short film", "Krótki film"],
  save: [(form: string) => `Save as ${form}`, (form: string) => `Zapisz jako ${form}`],
  send: ["Send…", "Wyślij…"],
  copy: ["Copy the picture", "Skopiuj obraz"],
  copied: ["The picture is copied.", "Obraz skopiowany."],
  alt: ["The picture to be shared", "Obraz do udostępnienia"],
  copy_link: ["Copy the link", "Skopiuj link"],
  link_copied: ["The link is copied.", "Link skopiowany."],
  not_copied: ["It could not be copied.", "Nie udało się skopiować."],
} as const satisfies Record<string, Plain | Filled<never[]>>;
