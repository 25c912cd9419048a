import { useId, useState } from 'react'
import { texts as cropTexts } from '../../../shared/crop/crop.texts.ts'
import type { Picture } from '../../../shared/crop/crop.ts'
import { cut, START } from '../../../shared/crop/crop.ts'
import { CropArea, CropZoom, placed } from '../../../shared/crop/crop-area.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { texts } from '../profile.texts.ts'

type PhotoCropProps = { picture: Picture; onClose: () => void; onCut: (photo: Blob) => void }

const SIDES = [96, 40, 24]

export function PhotoCrop({ picture, onClose, onCut }: PhotoCropProps) {
  const { image } = picture
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [crop, setCrop] = useState(START)
  const help = useId()
  const use = () => cut(image, crop).then(onCut, () => toast.error(texts.photo.unreadable))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.photo.title}
      width={520}
      footer={
        <>
          <span id={help} className="min-w-0 flex-1 text-xs text-fg-3">
            {cropTexts.help}
          </span>
          <DialogClose>
            <Button>{texts.cancel}</Button>
          </DialogClose>
          <Button variant="primary" onClick={() => void use()}>
            {texts.photo.use}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-6 pt-1">
        <div>
          <CropArea url={image.src} size={size} crop={crop} onChange={setCrop} describedBy={help} />
          <CropZoom size={size} crop={crop} onChange={setCrop} />
        </div>
        <div className="flex min-w-0 flex-1 flex-col items-center gap-5">
          {SIDES.map((side) => (
            <span
              key={side}
              style={{ width: side, height: side }}
              className="relative block shrink-0 overflow-hidden rounded-full bg-surface-3"
            >
              <img src={image.src} alt="" style={placed(size, crop, side, 0)} className="absolute max-w-none" />
            </span>
          ))}
          <p className="text-xs text-fg-3">{texts.photo.stored}</p>
        </div>
      </div>
    </Dialog>
  )
}
