import { useInfiniteQuery } from '@tanstack/react-query'
import type { InstanceId } from '@throughline/contracts/ids'
import type { InstanceFile } from '@throughline/contracts/instances'
import { Download, Paperclip, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { fileStates } from '../../../shared/file-states.texts.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { type Clock, dateText } from '../../../shared/format/time.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Empty } from '../../../ui/empty.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useNearEnd } from '../../../ui/use-near-end.ts'
import { useDownload } from '../../documents/parts/use-download.ts'
import { useUpload } from '../../documents/parts/use-upload.ts'
import { filesQuery } from '../instances.api.ts'
import { spec, texts } from './detail.texts.ts'

type FilesTabProps = { instanceId: InstanceId; clock: Clock; canAdd: boolean; scroller: RefObject<HTMLElement | null> }

/** Files of the instance and of its tasks, the newest first; a file can be dropped anywhere here. */
export function FilesTab({ instanceId, clock, canAdd, scroller }: FilesTabProps) {
  const list = useInfiniteQuery(filesQuery(instanceId))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const files = useMemo(() => data?.pages.flatMap((page) => page.data), [data])
  const upload = useUpload()
  const add = (chosen: File[]) => upload.add(chosen, { instanceId })
  const download = useDownload()
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (!files && list.isError) return <QueryFailed query={list} title={texts.filesFailed} retryLabel={spec.retry} />
  if (!files) return <FilesLoading />
  return (
    <DropPlace enabled={canAdd} onFiles={add}>
      {files.length === 0 ? (
        <Empty icon={Paperclip} title={spec.noFiles} action={canAdd && <AddFile onFiles={add} />} />
      ) : (
        <>
          <div className="mb-3 flex items-center gap-2">
            <p className="flex-1 text-fg-3">{texts.filesNote}</p>
            {canAdd && <AddFile onFiles={add} small />}
          </div>
          <ul aria-label={spec.tabs.attachments} className="divide-y rounded-md border">
            {files.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                clock={clock}
                onDownload={() => void download([{ id: file.id, name: file.filename }])}
              />
            ))}
          </ul>
          <End scroller={scroller} onNearEnd={more} />
        </>
      )}
    </DropPlace>
  )
}

function End({ scroller, onNearEnd }: { scroller: RefObject<HTMLElement | null>; onNearEnd: () => void }) {
  const end = useNearEnd(scroller, onNearEnd)
  return <div ref={end} aria-hidden />
}

function FileRow({ file, clock, onDownload }: { file: InstanceFile; clock: Clock; onDownload: () => void }) {
  const { filename, content_type, file_size, created_at, task_name, state } = file
  return (
    <li className="flex h-12 items-center gap-3 px-3">
      <FileGlyph contentType={content_type} />
      {state === 'clean' ? (
        <button
          type="button"
          translate="no"
          dir="auto"
          onClick={onDownload}
          className="min-w-0 flex-1 truncate rounded-xs text-left font-medium hover:underline"
        >
          {filename}
        </button>
      ) : (
        <>
          <span translate="no" dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {filename}
          </span>
          <span className="shrink-0 text-xs text-fg-3">{fileStates[state]}</span>
        </>
      )}
      {task_name === null ? (
        <span className="w-60 truncate text-fg-3 @max-[760px]:hidden">{texts.ofInstance}</span>
      ) : (
        <span translate="no" className="w-60 truncate text-fg-2 @max-[760px]:hidden">
          {task_name}
        </span>
      )}
      <span translate="no" className="tnum w-20 text-right text-fg-3">
        {sizeText(file_size)}
      </span>
      <time translate="no" dateTime={created_at} className="tnum w-28 text-right text-fg-3 @max-[560px]:hidden">
        {dateText(created_at, clock.zone)}
      </time>
      <IconButton label={texts.download(filename)} icon={Download} disabled={state !== 'clean'} onClick={onDownload} />
    </li>
  )
}

function AddFile({ onFiles, small }: { onFiles: (files: File[]) => void; small?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileInput ref={input} multiple label={texts.addFile} onFiles={onFiles} />
      <Button size={small ? 'sm' : 'md'} icon={Upload} onClick={() => input.current?.click()}>
        {texts.addFile}
      </Button>
    </>
  )
}

type DropPlaceProps = { enabled: boolean; onFiles: (files: File[]) => void; children: React.ReactNode }

function DropPlace({ enabled, onFiles, children }: DropPlaceProps) {
  const [over, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => enabled && dataTransfer.types.includes('Files')
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a drop; the button beside it does the same
    <div
      data-takes-files={enabled || undefined}
      className={cn('relative min-h-48 px-6 py-5 @max-[600px]:px-4', over && 'bg-accent-subtle')}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null))
          setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles(Array.from(event.dataTransfer.files))
      }}
    >
      {children}
      {over && <p className="absolute inset-x-0 bottom-4 text-center font-medium text-accent-text">{texts.dropHere}</p>}
    </div>
  )
}

function FilesLoading() {
  return (
    <Loading label={texts.filesLoading} className="space-y-5 px-6 py-6">
      {['w-72', 'w-56', 'w-80'].map((width) => (
        <Skeleton key={width} className={`h-3 max-w-full ${width}`} />
      ))}
    </Loading>
  )
}
