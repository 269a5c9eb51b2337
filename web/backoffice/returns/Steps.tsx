import type { OpenedReturn } from '#domain/returns/returns';
import { Earlier } from './Earlier';
import { Lines } from './Lines';
import { MapColumns } from './MapColumns';
import { useProgress } from './progress';
import { Result } from './Result';

export function Steps({ file }: { file: OpenedReturn }) {
  const { progress, match, change } = useProgress(file.id);
  const back = () => change({ matched: undefined, result: undefined });
  if (!progress?.matched) {
    return (
      <>
        <Earlier file={file} />
        {/* who comes back to the columns has pressed a button that is gone */}
        <MapColumns file={file} mapping={progress?.mapping} onMatched={match} />
      </>
    );
  }
  const { matched, ticked, notify, result } = progress;
  if (result) return <Result matched={matched} result={result} onAgain={back} />;
  return (
    <Lines
      id={file.id}
      matched={matched}
      ticked={ticked}
      notify={notify}
      onChange={change}
      onBack={back}
      onApplied={(done) => change({ result: done })}
    />
  );
}
