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
import { Fragment, type ReactElement, type RefObject, type SyntheticEvent, useMemo, useState } from 'react'
import { ContextMenu } from '../../../ui/context-menu.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { useNewVersion } from '../detail/use-new-version.tsx'
import { texts } from '../documents.texts.ts'
import { useDownload } from '../parts/use-download.ts'
import { FileDialogs } from './file-dialogs.tsx'
import type { FileDialog, Rights } from './rights.ts'
import { type FileActs, useFileActs } from './use-file-acts.ts'

type FileMenuOptions = Pick<FileHandlers, 'rights' | 'onOpen' | 'onPreview'> & {
  /** The list it stands in: where the focus goes when it has left it. */
  scroller?: RefObject<HTMLElement | null>
  onGone: (id: string) => void
}

/** What a menu of a file calls, and the dialogs in which it asks; these stand outside the menu. */
export function useFileMenu({ rights, onOpen, onPreview, scroller, onGone }: FileMenuOptions) {
  const [dialog, openDialog] = useState<FileDialog>()
  const acts = useFileActs()
  const download = useDownload()
  const { choose, input } = useNewVersion()
  const handlers: FileHandlers = useMemo(
    () => ({
      rights,
      acts,
      onDialog: openDialog,
      onOpen,
      onPreview,
      onDownload: (chosen) => void download(chosen),
      onReplace: choose,
    }),
    [rights, acts, onOpen, onPreview, download, choose],
  )
  const dialogs = (
    <>
      {input}
      {dialog && (
        <FileDialogs
          dialog={dialog}
          acts={acts}
          scroller={scroller}
          onClose={() => openDialog(undefined)}
          onGone={onGone}
        />
      )}
    </>
  )
  return { handlers, dialogs }
}

type FileContextProps = { documents: readonly Document[]; handlers: FileHandlers; target: ReactElement }

/** One menu for all rows of a list: a right click or a long press on one is about that one, beside them the browser's. */
export function FileContext({ documents, handlers, target }: FileContextProps) {
  const [rowId, setRowId] = useState<string>()
  const find = (event: SyntheticEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row) setRowId(row.dataset['row'])
    else event.stopPropagation()
  }
  const document = documents.find(({ id }) => id === rowId)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only looks which row a press is about
    <div onContextMenuCapture={find} onTouchStartCapture={find} className="contents">
      <ContextMenu target={target}>{document && <FileMenuItems document={document} handlers={handlers} />}</ContextMenu>
    </div>
  )
}

export type FileHandlers = {
  rights: Rights
  acts: FileActs
  onDialog: (dialog: FileDialog) => void
  /** Absent where its details stand open already. */
  onOpen?: ((id: DocumentId) => void) | undefined
  onPreview: (id: DocumentId) => void
  onDownload: (documents: readonly Document[]) => void
  onReplace: (document: Document) => void
}

type Act = { word: string; icon: LucideIcon; kbd?: string; danger?: boolean; may?: boolean; run: () => void }

function actsInTrash(document: Document, { rights, acts, onDialog }: FileHandlers): Act[][] {
  return [
    [
      { word: texts.restore, icon: Undo2, may: rights.manage, run: () => void acts.restore(document) },
      {
        word: texts.deleteForever,
        icon: Trash2,
        danger: true,
        may: rights.purge,
        run: () => onDialog({ kind: 'purge', document }),
      },
    ],
  ]
}

function actsInUse(document: Document, handlers: FileHandlers): Act[][] {
  const { rights, acts, onDialog, onOpen, onPreview, onDownload, onReplace } = handlers
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
      { word: texts.rename, icon: Pencil, may, run: () => onDialog({ kind: 'rename', document }) },
      { word: texts.newVersion, icon: Upload, may, run: () => onReplace(document) },
      { word: texts.move, icon: FolderInput, may, run: () => onDialog({ kind: 'move', document }) },
    ],
    [{ word: texts.delete, icon: Trash2, danger: true, may, run: () => onDialog({ kind: 'delete', document }) }],
  ]
}

/** What this viewer can do with it now, in the one order in which every menu has it. */
const actsOf = (document: Document, handlers: FileHandlers): Act[][] =>
  (document.deleted_at ? actsInTrash(document, handlers) : actsInUse(document, handlers))
    .map((group) => group.filter(({ may = true }) => may))
    .filter((group) => group.length > 0)

type FileMenuProps = { document: Document; handlers: FileHandlers }

/** The same by the button of a row, by a right click and in the panel. */
function FileMenuItems({ document, handlers }: FileMenuProps) {
  return actsOf(document, handlers).map((group, index) => (
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
export function FileMenu({ document, handlers, label }: FileMenuProps & { label: string }) {
  if (actsOf(document, handlers).length === 0) return null
  return (
    <Menu align="end" trigger={<IconButton label={label} icon={Ellipsis} />}>
      <FileMenuItems document={document} handlers={handlers} />
    </Menu>
  )
}

/** Preview and Delete as the specification has them, the rest in a menu; of what is in the trash, the way back. */
export function FileActions({ document, handlers }: FileMenuProps) {
  const { rights, acts, onDialog, onPreview } = handlers
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
            onClick={() => onDialog({ kind: 'purge', document })}
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
          onClick={() => onDialog({ kind: 'delete', document })}
        />
      )}
      <FileMenu document={document} handlers={handlers} label={texts.moreFor(document.name)} />
    </>
  )
}
