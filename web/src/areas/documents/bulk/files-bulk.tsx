import type { Document } from '@throughline/contracts/documents'
import { Download, FolderInput, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { BulkResult } from '../../../shared/bulk-result.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { useBulk } from '../../../shared/use-bulk.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { type BulkAct, bulkDocuments, useDocumentsRefresh } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'
import type { Rights, Subject } from '../list/rights.ts'
import { MoveDialog, type MoveTarget } from './move-dialog.tsx'

/** `place`: of a move. */
type BulkJob = { act: BulkAct; place?: MoveTarget }

function useFilesBulk(onDone: (job: BulkJob) => void) {
  const refresh = useDocumentsRefresh()
  return useBulk<BulkJob, Subject>({
    call: (job, documents, idempotencyKey) =>
      bulkDocuments({ ...job, ids: documents.map(({ id }) => id) }, { idempotencyKey }),
    countText: texts.bulk.count,
    done: ({ act }, what) => texts.bulk.done[act](what),
    undo: ({ act }) => (act === 'remove' ? { act: 'restore' } : undefined),
    after: (job) => {
      onDone(job)
      return refresh()
    },
  })
}

const bulkTexts = texts.bulk

type FilesBulkProps = {
  selection: List<Document>['selection']
  trash: boolean
  rights: Rights
  onDownload: (documents: readonly Document[]) => void
}

/** Acts on everything that is selected; each says afterwards what became of it. */
export function FilesBulk({ selection: { selected, clear }, trash, rights, onDownload }: FilesBulkProps) {
  const bulk = useFilesBulk(clear)
  const [choosing, choose] = useState<'remove' | 'move'>()
  const close = () => choose(undefined)
  const fetchable = selected.filter(({ downloadable }) => downloadable).length
  return (
    <>
      <BulkBar label={bulkTexts.label} count={selected.length} onClear={clear}>
        {trash ? (
          <Button
            variant="ghost"
            icon={Undo2}
            busy={bulk.busy}
            onClick={() => void bulk.run({ act: 'restore' }, selected)}
          >
            {bulkTexts.restore}
          </Button>
        ) : (
          <>
            <Button
              variant="ghost"
              icon={Download}
              onClick={() => onDownload(selected)}
              {...(fetchable > 0 && { 'aria-label': bulkTexts.downloadHint(fetchable) })}
            >
              {bulkTexts.download}
            </Button>
            {rights.manage && (
              <>
                <Button variant="ghost" icon={FolderInput} onClick={() => choose('move')}>
                  {bulkTexts.move}
                </Button>
                <Button variant="ghost-danger" icon={Trash2} onClick={() => choose('remove')}>
                  {bulkTexts.remove}
                </Button>
              </>
            )}
          </>
        )}
      </BulkBar>
      {choosing === 'move' && (
        <MoveDialog
          title={bulkTexts.moveTitle(selected.length)}
          busy={bulk.busy}
          onClose={close}
          onMove={(place) => bulk.run({ act: 'move', place }, selected).then(close)}
        />
      )}
      <AlertDialog
        open={choosing === 'remove'}
        onClose={close}
        title={texts.deleteManyTitle(selected.length)}
        confirmLabel={texts.deleteMany(selected.length)}
        onConfirm={() => bulk.run({ act: 'remove' }, selected)}
      >
        {texts.trashing}
      </AlertDialog>
      <BulkResult bulk={bulk} textsOf={({ name }) => ({ name })} />
    </>
  )
}
