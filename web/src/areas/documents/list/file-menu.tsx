import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import {
  Download,
  Ellipsis,
  Eye,
  FolderInput,
  Link2,
  type LucideIcon,
  PanelRight,
  Pencil,
  Trash2,
  Undo2,
  Upload,
} from 'lucide-react'
import { Fragment } from 'react'
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
  /** Absent where its details stand open already. */
  onOpen?: ((id: DocumentId) => void) | undefined
  onPreview: (id: DocumentId) => void
  onDownload: (documents: readonly Document[]) => void
  onReplace: (document: Document) => void
}

type Act = { word: string; icon: LucideIcon; kbd?: string; danger?: boolean; may?: boolean; run: () => void }

function actsInTrash(document: Document, { rights, acts, onAsk }: FileHands): Act[][] {
  return [
    [
      { word: texts.restore, icon: Undo2, may: rights.manage, run: () => void acts.restore(document) },
      {
        word: texts.deleteForever,
        icon: Trash2,
        danger: true,
        may: rights.purge,
        run: () => onAsk({ kind: 'purge', document }),
      },
    ],
  ]
}

function actsInUse(document: Document, hands: FileHands): Act[][] {
  const { rights, acts, onAsk, onOpen, onPreview, onDownload, onReplace } = hands
  const { id, downloadable } = document
  const { manage: may } = rights
  return [
    [
      { word: texts.details, icon: PanelRight, kbd: '↵', may: onOpen !== undefined, run: () => onOpen?.(id) },
      { word: texts.preview, icon: Eye, kbd: 'Space', run: () => onPreview(id) },
      { word: texts.download, icon: Download, may: downloadable, run: () => onDownload([document]) },
      { word: texts.copyLink, icon: Link2, run: () => void acts.copyLink(document) },
    ],
    [
      { word: texts.rename, icon: Pencil, may, run: () => onAsk({ kind: 'rename', document }) },
      { word: texts.newVersion, icon: Upload, may, run: () => onReplace(document) },
      { word: texts.move, icon: FolderInput, may, run: () => onAsk({ kind: 'move', document }) },
    ],
    [{ word: texts.delete, icon: Trash2, danger: true, may, run: () => onAsk({ kind: 'delete', document }) }],
  ]
}

/** What this viewer can do with it now, in the one order in which every menu has it. */
const actsOf = (document: Document, hands: FileHands): Act[][] =>
  (document.deleted_at ? actsInTrash(document, hands) : actsInUse(document, hands))
    .map((group) => group.filter(({ may = true }) => may))
    .filter((group) => group.length > 0)

type FileMenuProps = { document: Document; hands: FileHands }

/** The same by the button of a row, by a right click and in the panel. */
export function FileMenuItems({ document, hands }: FileMenuProps) {
  return actsOf(document, hands).map((group, index) => (
    <Fragment key={group[0]?.word}>
      {index > 0 && <MenuSeparator />}
      {group.map(({ word, icon, kbd, danger = false, run }) => (
        <MenuItem key={word} icon={icon} danger={danger} onSelect={run} {...(kbd && { kbd })}>
          {word}
        </MenuItem>
      ))}
    </Fragment>
  ))
}

/** Absent where there is nothing to do. */
export function FileMenu({ document, hands, label }: FileMenuProps & { label: string }) {
  if (actsOf(document, hands).length === 0) return null
  return (
    <Menu align="end" trigger={<IconButton label={label} icon={Ellipsis} />}>
      <FileMenuItems document={document} hands={hands} />
    </Menu>
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
      <FileMenu document={document} hands={hands} label={texts.moreFor(document.name)} />
    </>
  )
}
