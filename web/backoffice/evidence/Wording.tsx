import { paragraphsOf } from '#domain/law/wordings';

export function Wording({ text }: { text: string }) {
  return (
    <blockquote className="mt-2 space-y-2 border-l-2 border-saddle-300 pl-4 wrap-anywhere">
      {paragraphsOf(text).map((paragraph, place) => (
        <div key={place}>
          <p>{paragraph.text}</p>
          {paragraph.points ? (
            <ul className="mt-1 list-disc space-y-1 pl-5 marker:text-saddle-600">
              {paragraph.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ) : null}
        </div>
      ))}
    </blockquote>
  );
}
