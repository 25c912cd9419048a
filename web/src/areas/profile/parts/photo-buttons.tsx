import type { Profile } from '@throughline/contracts/profile'
import { Camera, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Picture, readPicture } from '../../../shared/crop/crop.ts'
import { CropDialog, CropPreview } from '../../../shared/crop/crop-dialog.tsx'
import { percentOf } from '../../../shared/uploads/engine/upload.ts'
import { useUploader } from '../../../shared/uploads/use-uploader.ts'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.ts'
import { useProfileChanges } from '../profile.api.ts'
import { spec, texts } from '../profile.texts.ts'

const photoTexts = texts.photo
/** What is said about one photo takes the place of what was said about the one before. */
const TOAST = 'photo'
const PREVIEW_SIDES = [96, 40, 24]

/** Upon the picture while the profile is edited; what is chosen is saved at once. */
export function ChangePhoto({ profile }: { profile: Profile }) {
  const { refresh } = useProfileChanges(profile.id)
  const { engine, uploads } = useUploader()
  const upload = uploads[0]
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [picture, setPicture] = useState<Picture>()
  useEffect(() => picture?.release, [picture])

  const choose = async (file: File) => {
    const read = file.type.startsWith('image/') ? await readPicture(file) : null
    if (read) setPicture(read)
    else toast.error(file.type.startsWith('image/') ? photoTexts.unreadable : spec.notAnImage)
  }
  const close = () => {
    setPicture(undefined)
    button.current?.focus()
  }
  const send = async (photo: Blob) => {
    close()
    const file = new File([photo], 'photo.png', { type: photo.type })
    const [key = ''] = engine.add([{ file }], { kind: 'photo', userId: profile.id })
    const ended = await engine.ended(key)
    if (ended?.phase === 'done') {
      await refresh()
      toast.success(photoTexts.saved, { id: TOAST })
    } else toast.error(photoTexts.notSaved, { id: TOAST, description: ended?.problem ?? texts.notSavedNote })
    engine.cancel(key)
  }
  return (
    <>
      <FileInput
        ref={input}
        accept="image/*"
        label={photoTexts.change}
        onFiles={([file]) => file && void choose(file)}
      />
      <button
        ref={button}
        type="button"
        aria-label={photoTexts.change}
        disabled={upload !== undefined}
        onClick={() => input.current?.click()}
        className={cn(
          'absolute -right-1 bottom-0 grid size-8 place-items-center rounded-full border-2 border-card bg-accent',
          'text-on-accent hover:bg-accent-hover disabled:bg-surface-3 disabled:text-fg-disabled',
        )}
      >
        <Camera size={15} aria-hidden />
      </button>
      {upload && (
        <Progress label={photoTexts.uploading} value={percentOf(upload)} className="absolute inset-x-0 -bottom-3" />
      )}
      {picture && (
        <CropDialog
          picture={picture}
          title={photoTexts.title}
          width={520}
          use={photoTexts.use}
          failed={photoTexts.unreadable}
          onClose={close}
          onCrop={(photo) => void send(photo)}
          renderPreview={(image) => (
            <div className="flex min-w-0 flex-1 flex-col items-center gap-5">
              {PREVIEW_SIDES.map((side) => (
                <CropPreview key={side} image={image} side={side} radius={side / 2} className="shrink-0 bg-surface-3" />
              ))}
              <p className="text-xs text-fg-3">{photoTexts.stored}</p>
            </div>
          )}
        />
      )}
    </>
  )
}

export function RemovePhoto({ profile }: { profile: Profile }) {
  const { removePhoto } = useProfileChanges(profile.id)
  const { busy, run } = useAct()
  const remove = () => run({ call: removePhoto, done: photoTexts.removed, failed: photoTexts.notRemoved, toast: TOAST })
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={Trash2}
      className="mt-2"
      busy={busy !== undefined}
      onClick={() => void remove()}
    >
      {photoTexts.remove}
    </Button>
  )
}
