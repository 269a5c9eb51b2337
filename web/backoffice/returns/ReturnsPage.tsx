import FileInput from 'lucide-react/icons/file-input';
import { isUuid } from '#domain/ids';
import { pages } from '#domain/urls';
import { pageNumber, type Screen, searchOf, useSearchState } from '../screen';
import { OpenedFile } from './OpenedFile';
import { ReturnList } from './ReturnList';

const title = 'Rückmeldungen';

const fileId = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : undefined);

/** An opened file is in the address, and the page of the list behind it. */
const returnsSearch = searchOf({ file: fileId, page: pageNumber });

function ReturnsPage() {
  const [{ file }] = useSearchState(returnsSearch);
  return file ? <OpenedFile key={file} id={file} /> : <ReturnList title={title} search={returnsSearch} />;
}

export const screen: Screen = {
  path: pages.backofficeReturns,
  title,
  icon: FileInput,
  nav: 'main',
  search: returnsSearch,
  component: ReturnsPage,
};
