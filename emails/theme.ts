/** Colours and fonts of the mails. Mail programs know no CSS variables and no web fonts. */

export const colours = {
  paper: '#faf6ee',
  card: '#ffffff',
  green: '#1d4435',
  saddle: '#8a4b20',
  ink: '#22302a',
  quiet: '#5b665f',
  line: '#e6ddcc',
  thread: '#e9d5bf',
  mist: '#cfdad3',
} as const;

export const fonts = {
  serif: "Georgia, 'Times New Roman', serif",
  sans: "'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
} as const;

/** Programs that remove these rules still show a readable light mail. No quotes or angle brackets: React escapes them. */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .margin { padding: 0 !important; }
  .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
  .inset { padding-left: 20px !important; padding-right: 20px !important; }
  .title { font-size: 25px !important; }
  .fact th, .fact td { display: block !important; width: auto !important; }
  .fact th { padding: 7px 0 0 !important; }
  .fact td { padding: 0 0 7px !important; border-top: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: #121b16 !important; }
  .card { background-color: #1a2620 !important; border-color: #33433a !important; }
  .ink { color: #efe8da !important; }
  .quiet { color: #b3b9ae !important; }
  .fact th, .fact td { border-color: #33433a !important; }
  .action { background-color: #2f6a52 !important; }
  .link { color: #e0a878 !important; }
}
`;
