import type { InstanceRow } from '@throughline/contracts/instances'
import { Ban, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { BulkResult } from '../../../shared/bulk-result.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { useBulk } from '../../../shared/use-bulk.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { type BulkAct, bulkInstances } from '../instances.api.ts'
import { spec, texts } from '../instances.texts.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { isOpen, type Rights } from './rights.ts'
import type { InstanceActs } from './use-instance-acts.ts'

type BulkJob = { act: BulkAct; reason?: string | undefined }

const useInstancesBulk = (acts: InstanceActs, onClear: () => void) =>
  useBulk<BulkJob, InstanceRow>({
    call: ({ act, reason }, instances, idempotencyKey) =>
      bulkInstances({ act, ids: instances.map(({ id }) => id), ...(reason && { reason }) }, { idempotencyKey }),
    countText: texts.bulk.count,
    done: ({ act }, what) => texts.bulk.done[act](what),
    undo: ({ act }) => (act === 'remove' ? { act: 'restore' } : undefined),
    after: () => {
      onClear()
      return acts.refresh()
    },
  })

const bulkTexts = texts.bulk

type BulkProps = {
  list: Pick<List<InstanceRow>, 'selection'>
  trash: boolean
  rights: Rights
  acts: InstanceActs
}

/** Acts on everything that is selected; each says afterwards what became of it. */
export function Bulk({ list, trash, rights, acts }: BulkProps) {
  const { selected, clear } = list.selection
  const [choosing, choose] = useState<'remove' | 'cancel'>()
  const bulk = useInstancesBulk(acts, clear)
  const open = selected.filter(isOpen).length
  const close = () => choose(undefined)
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
            <CancelButton possible={open > 0} onPress={() => choose('cancel')} />
            {rights.remove && (
              <Button variant="ghost-danger" icon={Trash2} onClick={() => choose('remove')}>
                {bulkTexts.remove}
              </Button>
            )}
          </>
        )}
      </BulkBar>
      {choosing === 'cancel' && (
        <CancelDialog
          what={selected.length === 1 ? (selected[0]?.title ?? 1) : selected.length}
          onConfirm={(reason) => bulk.run({ act: 'cancel', reason }, selected)}
          onClose={close}
        />
      )}
      <AlertDialog
        open={choosing === 'remove'}
        onClose={close}
        title={spec.delete}
        confirmLabel={texts.deleteMany(selected.length)}
        onConfirm={() => bulk.run({ act: 'remove' }, selected)}
      >
        {texts.trashing}
        {open > 0 && <> {texts.trashingOpenMany(open)}</>}
      </AlertDialog>
      <BulkResult bulk={bulk} textsOf={({ title, key }) => ({ name: title, mark: key })} />
    </>
  )
}

/** Stays in reach when it fits none of them, and says why. */
function CancelButton({ possible, onPress }: { possible: boolean; onPress: () => void }) {
  if (possible)
    return (
      <Button variant="ghost" icon={Ban} onClick={onPress}>
        {bulkTexts.cancel}
      </Button>
    )
  return (
    <Tooltip label={bulkTexts.nothingToCancel} side="top">
      <Button variant="ghost" icon={Ban} aria-disabled className="text-fg-disabled">
        {bulkTexts.cancel}
      </Button>
    </Tooltip>
  )
}
