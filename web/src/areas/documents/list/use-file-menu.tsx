import { type RefObject, useMemo, useState } from 'react'
import { useNewVersion } from '../detail/use-new-version.tsx'
import { useDownload } from '../parts/use-download.ts'
import { FileDialogs } from './file-dialogs.tsx'
import type { FileHands } from './file-menu.tsx'
import type { Asked } from './rights.ts'
import { useFileActs } from './use-file-acts.ts'

type FileMenuNeeds = Pick<FileHands, 'rights' | 'onOpen' | 'onPreview'> & {
  /** The list it stands in: where the focus goes when it has left it. */
  scroller?: RefObject<HTMLElement | null>
  onGone: (id: string) => void
}

/** What a menu of a file calls, and the dialogs in which it asks; these stand outside the menu. */
export function useFileMenu({ rights, onOpen, onPreview, scroller, onGone }: FileMenuNeeds) {
  const [asked, ask] = useState<Asked>()
  const acts = useFileActs()
  const download = useDownload()
  const { choose, input } = useNewVersion()
  const hands: FileHands = useMemo(
    () => ({
      rights,
      acts,
      onAsk: ask,
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
      {asked && (
        <FileDialogs asked={asked} acts={acts} scroller={scroller} onClose={() => ask(undefined)} onGone={onGone} />
      )}
    </>
  )
  return { hands, dialogs }
}
