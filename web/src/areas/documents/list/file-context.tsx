import type { Document } from '@throughline/contracts/documents'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { ContextMenu } from '../../../ui/context-menu.tsx'
import { type FileHands, FileMenuItems } from './file-menu.tsx'

type FileContextProps = { documents: readonly Document[]; hands: FileHands; target: ReactElement }

/** One menu for all rows of a list: a right click or a long press on one is about that one, beside them the browser's. */
export function FileContext({ documents, hands, target }: FileContextProps) {
  const [meant, setMeant] = useState<string>()
  const find = (event: SyntheticEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row) setMeant(row.dataset['row'])
    else event.stopPropagation()
  }
  const document = documents.find(({ id }) => id === meant)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only looks which row a press is about
    <div onContextMenuCapture={find} onTouchStartCapture={find} className="contents">
      <ContextMenu target={target}>{document && <FileMenuItems document={document} hands={hands} />}</ContextMenu>
    </div>
  )
}
