import { Declaration } from '../form/SetStep';
import { useWordings } from '../state';

/** What happens if answers about the horse are wrong. Never folded: the law wants it beside the questions. */
export function DutyOfDisclosure() {
  const { duty } = useWordings();
  return (
    <div className="rounded-control border border-saddle-300 bg-saddle-50 p-4 sm:p-5">
      <h3 className="text-lg text-green-900">{duty.title}</h3>
      <p className="mt-2">
        <Declaration sentence={duty.text} />
      </p>
    </div>
  );
}
