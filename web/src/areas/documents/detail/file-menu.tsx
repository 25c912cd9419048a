import type { DocumentDetail } from '@throughline/contracts/documents'
import { Ellipsis, FolderInput, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { MoveDialog } from '../bulk/move-dialog.tsx'
import { useFileActs } from '../list/use-file-acts.ts'
import { spec, texts } from './detail.texts.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { useFileChange } from './use-file-change.ts'

type FileMenuProps = { file: DocumentDetail; onRemoved: () => void }

export function FileMenu({ file, onRemoved }: FileMenuProps) {
  const [doing, setDoing] = useState<'rename' | 'move' | 'delete'>()
  const { remove } = useFileActs()
  const { busy, change } = useFileChange(file)
  const stop = () => setDoing(undefined)
  const move = async (workflow_id: string | null) => {
    if (await change({ place: { task_id: null, instance_id: null, workflow_id } })) stop()
  }
  return (
    <>
      <Menu align="end" trigger={<IconButton label={texts.more} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={() => setDoing('rename')}>
          {texts.rename}
        </MenuItem>
        <MenuItem icon={FolderInput} onSelect={() => setDoing('move')}>
          {texts.move}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setDoing('delete')}>
          {texts.delete}
        </MenuItem>
      </Menu>
      {doing === 'rename' && <RenameDialog file={file} onClose={stop} />}
      {doing === 'move' && <MoveDialog count={1} busy={busy} onMove={(to) => void move(to)} onClose={stop} />}
      <AlertDialog
        open={doing === 'delete'}
        onOpenChange={(open) => !open && stop()}
        title={spec.askDelete}
        confirmLabel={texts.delete}
        onConfirm={async () => {
          if (await remove(file)) onRemoved()
        }}
      >
        {texts.deleting}
      </AlertDialog>
    </>
  )
}
