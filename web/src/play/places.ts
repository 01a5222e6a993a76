/** Where the focus goes at a table when its element is removed. */

/** The container of the question, the board, the hand and the buttons. */
export const PLAYING = "section.play";
