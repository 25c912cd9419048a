import type { Attachment, Task } from '@throughline/contracts/tasks'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Select } from '../../../ui/select.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useOpenedFile } from '../../documents/parts/opened-file.tsx'
import { texts } from './approval.texts.ts'
import { isOver } from './bound-files.ts'

const DocumentDesk = lazyPart(
  () => import('../../documents/parts/document-desk.tsx'),
  (module) => module.DocumentDesk,
)

type DocumentsProps = {
  task: Task
  files: readonly [Attachment, ...Attachment[]]
  onShown: (shown: boolean) => void
}

/** The files that are decided on, one of them in sight. */
export function Documents({ task, files, onShown }: DocumentsProps) {
  const [chosen, setChosen] = useState<string>()
  const { show, view } = useOpenedFile(files)
  const file = files.find(({ id }) => id === chosen) ?? files[0]
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {files.length > 1 && (
        <div className="flex items-center gap-2 border-b bg-surface px-2 py-1">
          <Select
            quiet
            label={texts.fileInSight}
            value={String(file.id)}
            items={files.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={setChosen}
          />
          <span className="tnum text-xs text-fg-3">{texts.fileOf(files.indexOf(file) + 1, files.length)}</span>
        </div>
      )}
      <Suspense fallback={<DeskLoading />}>
        <DocumentDesk
          key={file.id}
          file={file}
          over={isOver(task)}
          onOpen={(as) => show(file.id, as)}
          onShown={onShown}
        />
      </Suspense>
      {view}
    </div>
  )
}

function DeskLoading() {
  return (
    <Loading label={texts.fileLoading} className="space-y-3 p-6">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-96 w-full" />
    </Loading>
  )
}
