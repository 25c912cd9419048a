import { PICTURE_BYTES } from '@throughline/contracts/org'
import { Upload } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type Picture, readPicture } from '../../../shared/crop/crop.ts'
import { CropDialog, CropPreview } from '../../../shared/crop/crop-dialog.tsx'
import { sizeText } from '../../../shared/format/size.ts'
import { percentOf, type Upload as Running } from '../../../shared/uploads/engine/upload.ts'
import { Button } from '../../../ui/button.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { spec } from '../org.texts.ts'
import { texts } from './logo.texts.ts'
import { OrgLogo } from './org-logo.tsx'

const PREVIEW_SIDES = [64, 40, 24] as const
const TYPES = ['image/jpeg', 'image/png', 'image/gif']

/** Why a file is no logo, judged before anything is drawn or sent. */
function refusalOf({ type, size }: File): string | undefined {
  if (!TYPES.includes(type)) return spec.logoType
  return size >= PICTURE_BYTES ? spec.logoSize : undefined
}

type LogoRowProps = {
  name: string
  url: string | null
  upload: Running | undefined
  onLogo: (logo: Blob, fileName: string) => void
}

export function LogoRow({ name, url, upload, onLogo }: LogoRowProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const note = useId()
  const [refused, setRefused] = useState<string>()
  const [picture, setPicture] = useState<Picture>()
  useEffect(() => picture?.release, [picture])

  const choose = async (file: File) => {
    const refusal = refusalOf(file)
    const read = refusal === undefined ? await readPicture(file) : null
    setRefused(read ? undefined : (refusal ?? spec.logoType))
    setPicture(read ?? undefined)
  }
  const close = () => {
    setPicture(undefined)
    button.current?.focus()
  }
  return (
    <div className="flex items-center gap-5 border-b p-5">
      <OrgLogo name={name} url={url} size={72} />
      <div className="min-w-0 flex-1">
        <FileInput
          ref={input}
          accept={TYPES.join(',')}
          label={texts.upload}
          onFiles={([file]) => file && void choose(file)}
        />
        <Button
          ref={button}
          icon={Upload}
          aria-describedby={note}
          aria-disabled={upload !== undefined}
          onClick={() => upload ?? input.current?.click()}
        >
          {url ? texts.change : texts.upload}
        </Button>
        {upload ? (
          <UploadLine upload={upload} />
        ) : (
          <p
            id={note}
            role={refused ? 'alert' : undefined}
            className={refused ? 'mt-2.5 text-xs text-danger-fg' : 'mt-2.5 text-xs text-fg-3'}
          >
            {refused ?? texts.rules(sizeText(PICTURE_BYTES))}
          </p>
        )}
      </div>
      {picture && (
        <LogoCrop
          picture={picture}
          onClose={close}
          onCrop={(logo) => {
            close()
            onLogo(logo, picture.file.name)
          }}
        />
      )}
    </div>
  )
}

function UploadLine({ upload }: { upload: Running }) {
  const percent = percentOf(upload)
  return (
    <div className="mt-2.5 flex max-w-105 items-center gap-3 text-xs text-fg-2">
      <span translate="no" className="min-w-0 truncate">
        {upload.name}
      </span>
      <Progress label={texts.uploading} value={percent} className="min-w-24 flex-1" />
      <span className="tnum shrink-0">{texts.progress(percent, sizeText(upload.size))}</span>
    </div>
  )
}

type LogoCropProps = { picture: Picture; onClose: () => void; onCrop: (logo: Blob) => void }

function LogoCrop({ picture, onClose, onCrop }: LogoCropProps) {
  return (
    <CropDialog
      picture={picture}
      title={texts.crop}
      width={600}
      note={
        <>
          <span translate="no">{picture.file.name}</span>
          {texts.file(sizeText(picture.file.size))}
        </>
      }
      use={texts.use}
      failed={spec.logoFailed}
      onClose={onClose}
      onCrop={onCrop}
      renderPreview={(image) => (
        <div className="min-w-0 flex-1">
          <h3 className="mb-4 text-xs font-medium tracking-normal text-fg-3">{texts.looks}</h3>
          <div className="space-y-5">
            {PREVIEW_SIDES.map((side) => (
              <figure key={side} className="flex items-center gap-3">
                <span className="grid w-16 shrink-0 place-items-center">
                  <CropPreview image={image} side={side} radius={side * 0.2} />
                </span>
                <figcaption className="text-xs text-fg-3">{texts.sizes[side]}</figcaption>
              </figure>
            ))}
          </div>
          <p className="mt-6 text-xs text-fg-3">{texts.stored}</p>
        </div>
      )}
    />
  )
}
