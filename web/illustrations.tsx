import clinic from './content/pictures/clinic.svg' with { type: 'text' };
import colic from './content/pictures/colic.svg' with { type: 'text' };
import empty from './content/pictures/empty.svg' with { type: 'text' };
import hero from './content/pictures/hero.svg' with { type: 'text' };
import horse from './content/pictures/horse.svg' with { type: 'text' };
import horseHead from './content/pictures/horse-head.svg' with { type: 'text' };
import age from './content/pictures/icon-age.svg' with { type: 'text' };
import bandage from './content/pictures/icon-bandage.svg' with { type: 'text' };
import clock from './content/pictures/icon-clock.svg' with { type: 'text' };
import document from './content/pictures/icon-document.svg' with { type: 'text' };
import exclusion from './content/pictures/icon-exclusion.svg' with { type: 'text' };
import globe from './content/pictures/icon-globe.svg' with { type: 'text' };
import payout from './content/pictures/icon-payout.svg' with { type: 'text' };
import shield from './content/pictures/icon-shield.svg' with { type: 'text' };
import vetCross from './content/pictures/icon-vet-cross.svg' with { type: 'text' };
import joint from './content/pictures/joint.svg' with { type: 'text' };
import medallion from './content/pictures/medallion.svg' with { type: 'text' };
import stable from './content/pictures/stable.svg' with { type: 'text' };
import vet from './content/pictures/vet.svg' with { type: 'text' };

// `@__PURE__` lets the build leave out of a script what it does not show
export const ClinicScene = /* @__PURE__ */ picture(clinic, { horse, vet });
export const ColicScene = /* @__PURE__ */ picture(colic, { horse, vet });
export const EmptyScene = /* @__PURE__ */ picture(empty);
export const HeroScene = /* @__PURE__ */ picture(hero, { horse });
export const JointScene = /* @__PURE__ */ picture(joint);
export const StableScene = /* @__PURE__ */ picture(stable, { 'horse-head': horseHead });
/** The mails show it as `web/public/mail-horse.png`, a screenshot at 176 px, because mail programs show no SVG. */
export const Medallion = /* @__PURE__ */ picture(medallion, { 'horse-head': horseHead });
/** By the anchors of `content/landing/benefits.md`. */
export const benefitIcons: Record<string, ReturnType<typeof picture>> = {
  got: /* @__PURE__ */ picture(vetCross),
  choice: /* @__PURE__ */ picture(globe),
  waiting: /* @__PURE__ */ picture(clock),
  aftercare: /* @__PURE__ */ picture(bandage),
  age: /* @__PURE__ */ picture(age),
  payout: /* @__PURE__ */ picture(payout),
  exclusion: /* @__PURE__ */ picture(exclusion),
};
export const DocumentIcon = /* @__PURE__ */ picture(document);
export const ShieldIcon = /* @__PURE__ */ picture(shield);

/**
 * A component that shows a drawing of `content/pictures` as one `svg` element, hidden from screen readers: the text beside
 * it says what matters. Classes of Tailwind give the colours. `<use href="horse.svg"/>` in a file stands for one of the
 * `parts`: it is drawn in place, because a reference would be a request of its own.
 *
 *     export const StableScene = /* @__PURE__ *\/ picture(stable, { 'horse-head': horseHead });
 *     <StableScene className="block w-full" />
 */
function picture(file: string, parts: Record<string, string> = {}) {
  const [, viewBox, , width, fill] = /viewBox="(.*?)"( width="(\d+).*?"| fill="(.*?)")?>/.exec(file) ?? [];
  // as React writes it: without blanks, and no element closes itself
  const __html = file
    .replace(/<use href="(.*?)\.svg"\/>/g, (use, name) => parts[name] ?? use)
    .replace(/<\/?svg.*|\n */g, '')
    .replace(/(<(\w+)[^>]*)\/>/g, '$1></$2>');
  return ({ className }: { className?: string }) => (
    <svg
      viewBox={viewBox}
      width={width}
      height={width}
      className={className}
      fill={fill}
      aria-hidden="true"
      focusable="false"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files
      dangerouslySetInnerHTML={{ __html }}
    />
  );
}

/** Paths in a view box of 64 by 64. */
export const horseMark = {
  shoe: 'M20.5 57.5C11.6 50.6 6 40.9 6 30 6 15 17.6 5 32 5s26 10 26 25c0 10.9-5.6 20.6-14.5 27.5',
  head: 'M24 50c-.4-6 1.6-10.3 4.6-14-2.6.9-5 1.3-7.6 2.9-1.5.9-3.6.4-4.3-1.1-.6-1.3-.2-2.5.7-3.6l5.7-7.1c.9-1.2 1.2-2.5 1.4-4.1.4-3.3 1.9-6 4.7-7.5l.9-3.9c3.3 1.3 5.5 3.1 6.9 5.5 6.6 2.7 10.1 9.5 10.1 18.6 0 5.5-.9 10-2.3 14.3',
} as const;

/**
 * The logo: a horse's head in a horseshoe, in the colour of the text. The sizes are for browsers too old for our styles.
 * No file, because the PDFs draw its paths too, and the wizard's script needs no other picture.
 */
export function HorseMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 64 64"
      width="40"
      height="40"
      className={className}
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={horseMark.shoe} stroke="currentColor" strokeWidth="4.2" strokeLinecap="round" />
      <path d={horseMark.head} fill="currentColor" />
      <circle cx="29.5" cy="24.3" r="1.3" className="fill-paper" />
    </svg>
  );
}
