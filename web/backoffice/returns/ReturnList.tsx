import { usualPageSize } from '#domain/lists';
import type { ReturnPage } from '#domain/returns/returns';
import { api } from '#domain/urls';
import { changing, pageQueryOf } from '../calls';
import { PagedListPage, usePagedList } from '../ListPage';
import type { Given } from '../screen';
import { Empty } from '../table/frame';
import { Table } from '../table/Table';
import { fileColumns } from './file-columns';
import { Upload } from './Upload';

type Props = { title: string; search: (given: Given) => { file?: string; page?: number } };

/** Files come from colleagues and through the drop folder, so the list is loaded each time. */
export function ReturnList({ title, search }: Props) {
  const list = usePagedList(search, ({ page }) => ({
    ...pageQueryOf<ReturnPage>(api.returns, { page, pageSize: usualPageSize }),
    ...changing,
  }));
  return (
    <PagedListPage list={list} title={title} what="der Rückmeldungen" toolbar={<Upload />}>
      {({ returns }) =>
        returns.length === 0 ? (
          <Empty
            title="Noch keine Rückmeldung"
            note="Hier stehen die Dateien, in denen der Versicherer mitteilt, was aus den Anträgen geworden ist."
          />
        ) : (
          <Table label={title} columns={fileColumns} rows={returns} rowId={({ id }) => id} />
        )
      }
    </PagedListPage>
  );
}
