/** The pages for those who have not decided yet. The landing page links to them by these. */
export const titles = { precheck: 'Passt mein Pferd?', whatIsLeft: 'Was bleibt an mir hängen?' } as const;
