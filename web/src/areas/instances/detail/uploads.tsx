import { RotateCw, X } from 'lucide-react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { sizeText } from '../../../shared/format/size.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { spec, texts } from './detail.texts.ts'
import type { UploadState } from './use-uploads.ts'

type UploadsProps = {
  uploads: readonly UploadState[]
  onRetry: (upload: UploadState) => void
  onForget: (id: string) => void
}

/** Rows of the list of files, before they are files. */
export function Uploads({ uploads, onRetry, onForget }: UploadsProps) {
  return uploads.map((upload) => (
    <li key={upload.id} className="flex min-h-12 items-center gap-3 px-3 py-1.5">
      <FileGlyph contentType={upload.file.type} />
      <div className="min-w-0 flex-1">
        <p translate="no" dir="auto" className="truncate text-left font-medium">
          {upload.file.name}
        </p>
        {upload.problem === undefined ? (
          <Progress
            label={texts.uploading(upload.file.name)}
            value={upload.part < 1 ? Math.round(upload.part * 100) : null}
            className="mt-1"
          />
        ) : (
          <p role="alert" className="text-xs text-danger-fg">
            {upload.problem}
          </p>
        )}
      </div>
      <span translate="no" className="tnum w-20 text-right text-fg-3">
        {sizeText(upload.file.size)}
      </span>
      {upload.problem !== undefined && (
        <>
          {!upload.final && (
            <Button size="sm" icon={RotateCw} onClick={() => onRetry(upload)}>
              {spec.retry}
            </Button>
          )}
          <IconButton label={texts.removeUpload(upload.file.name)} icon={X} onClick={() => onForget(upload.id)} />
        </>
      )}
    </li>
  ))
}
