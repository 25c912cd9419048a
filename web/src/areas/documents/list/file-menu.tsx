import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { Download, Ellipsis, Eye, FolderInput, Link2, PanelRight, Trash2, Undo2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { texts } from '../documents.texts.ts'
import type { Asked, Rights } from './rights.ts'
import type { FileActs } from './use-file-acts.ts'

export type FileHands = {
  rights: Rights
  acts: FileActs
  onAsk: (asked: Asked) => void
  onOpen: (id: DocumentId) => void
  onPreview: (id: DocumentId) => void
  onDownload: (documents: readonly Document[]) => void
}

type FileMenuProps = { document: Document; hands: FileHands }

/** What can be done with one, by the button of its row and by a right click alike. */
export function FileMenuItems({ document, hands }: FileMenuProps) {
  return document.deleted_at ? (
    <InTrash document={document} hands={hands} />
  ) : (
    <InUse document={document} hands={hands} />
  )
}

function InUse({ document, hands: { rights, acts, onAsk, onOpen, onPreview, onDownload } }: FileMenuProps) {
  return (
    <>
      <MenuItem icon={PanelRight} kbd="↵" onSelect={() => onOpen(document.id)}>
        {texts.details}
      </MenuItem>
      <MenuItem icon={Eye} kbd="Space" onSelect={() => onPreview(document.id)}>
        {texts.preview}
      </MenuItem>
      {document.downloadable && (
        <MenuItem icon={Download} onSelect={() => onDownload([document])}>
          {texts.download}
        </MenuItem>
      )}
      <MenuItem icon={Link2} onSelect={() => void acts.copyLink(document)}>
        {texts.copyLink}
      </MenuItem>
      {rights.manage && (
        <>
          <MenuSeparator />
          <MenuItem icon={FolderInput} onSelect={() => onAsk({ kind: 'move', document })}>
            {texts.move}
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => onAsk({ kind: 'delete', document })}>
            {texts.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}

function InTrash({ document, hands: { rights, acts, onAsk } }: FileMenuProps) {
  return (
    <>
      {rights.manage && (
        <MenuItem icon={Undo2} onSelect={() => void acts.restore(document)}>
          {texts.restore}
        </MenuItem>
      )}
      {rights.purge && (
        <MenuItem icon={Trash2} danger onSelect={() => onAsk({ kind: 'purge', document })}>
          {texts.deleteForever}
        </MenuItem>
      )}
    </>
  )
}

/** Preview and Delete as the specification has them, the rest in a menu; of what is in the trash, the way back. */
export function FileActions({ document, hands }: FileMenuProps) {
  const { rights, acts, onAsk, onPreview } = hands
  if (document.deleted_at)
    return (
      <>
        {rights.manage && (
          <IconButton label={texts.restoreOf(document.name)} icon={Undo2} onClick={() => void acts.restore(document)} />
        )}
        {rights.purge && (
          <IconButton
            label={texts.deleteForeverOf(document.name)}
            icon={Trash2}
            onClick={() => onAsk({ kind: 'purge', document })}
          />
        )}
      </>
    )
  return (
    <>
      <IconButton label={texts.previewOf(document.name)} icon={Eye} onClick={() => onPreview(document.id)} />
      {rights.manage && (
        <IconButton
          label={texts.deleteOf(document.name)}
          icon={Trash2}
          onClick={() => onAsk({ kind: 'delete', document })}
        />
      )}
      <Menu align="end" trigger={<IconButton label={texts.moreFor(document.name)} icon={Ellipsis} />}>
        <FileMenuItems document={document} hands={hands} />
      </Menu>
    </>
  )
}
