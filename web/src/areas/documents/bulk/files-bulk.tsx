import type { Document } from '@throughline/contracts/documents'
import { Download, FolderInput, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { texts } from '../documents.texts.ts'
import type { Rights } from '../list/rights.ts'
import { MoveDialog } from './move-dialog.tsx'
import type { Bulk } from './use-files-bulk.ts'

const words = texts.bulk

type FilesBulkProps = {
  selected: readonly Document[]
  trash: boolean
  rights: Rights
  bulk: Bulk
  onDownload: (documents: readonly Document[]) => void
  onClear: () => void
}

/** Acts on everything that is selected; each says afterwards what became of it. */
export function FilesBulk({ selected, trash, rights, bulk, onDownload, onClear }: FilesBulkProps) {
  const [choosing, choose] = useState<'remove' | 'move'>()
  const close = () => choose(undefined)
  const fetchable = selected.filter(({ downloadable }) => downloadable).length
  return (
    <>
      <BulkBar label={words.label} count={selected.length} onClear={onClear}>
        {trash ? (
          <Button
            variant="ghost"
            icon={Undo2}
            busy={bulk.busy}
            onClick={() => void bulk.run({ act: 'restore' }, selected)}
          >
            {words.restore}
          </Button>
        ) : (
          <>
            <Button
              variant="ghost"
              icon={Download}
              onClick={() => onDownload(selected)}
              {...(fetchable > 0 && { 'aria-label': words.downloadHint(fetchable) })}
            >
              {words.download}
            </Button>
            {rights.manage && (
              <>
                <Button variant="ghost" icon={FolderInput} onClick={() => choose('move')}>
                  {words.move}
                </Button>
                <Button variant="ghost-danger" icon={Trash2} onClick={() => choose('remove')}>
                  {words.remove}
                </Button>
              </>
            )}
          </>
        )}
      </BulkBar>
      {choosing === 'move' && (
        <MoveDialog
          count={selected.length}
          busy={bulk.busy}
          onClose={close}
          onMove={(place) => bulk.run({ act: 'move', place }, selected).then(close)}
        />
      )}
      <AlertDialog
        open={choosing === 'remove'}
        onOpenChange={(next) => !next && close()}
        title={texts.deleteManyTitle(selected.length)}
        confirmLabel={texts.deleteMany(selected.length)}
        onConfirm={() => bulk.run({ act: 'remove' }, selected)}
      >
        {texts.trashing}
      </AlertDialog>
    </>
  )
}
