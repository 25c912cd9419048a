import { useId, useState } from 'react'
import { texts as cropTexts } from '../../../shared/crop/crop.texts.ts'
import { type Crop, cut, type Picture, type Size, START } from '../../../shared/crop/crop.ts'
import { CropArea, CropZoom, placed } from '../../../shared/crop/crop-area.tsx'
import { sizeText } from '../../../shared/format/size.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { texts as org, spec } from '../org.texts.ts'
import { texts } from './logo.texts.ts'

type CropDialogProps = { picture: Picture; onClose: () => void; onCut: (logo: Blob) => void }

export function CropDialog({ picture, onClose, onCut }: CropDialogProps) {
  const { file, image } = picture
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [crop, setCrop] = useState(START)
  const help = useId()
  const use = async () => {
    try {
      onCut(await cut(image, crop))
    } catch {
      toast.error(spec.logoFailed)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.crop}
      width={600}
      note={
        <>
          <span translate="no">{file.name}</span>
          {texts.file(sizeText(file.size))}
        </>
      }
      footer={
        <>
          <span id={help} className="min-w-0 flex-1 text-xs text-fg-3">
            {cropTexts.help}
          </span>
          <DialogClose>
            <Button>{org.cancel}</Button>
          </DialogClose>
          <Button variant="primary" onClick={() => void use()}>
            {texts.use}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-6 pt-1">
        <div>
          <CropArea url={image.src} size={size} crop={crop} onChange={setCrop} describedBy={help} />
          <CropZoom size={size} crop={crop} onChange={setCrop} />
        </div>
        <Previews url={image.src} size={size} crop={crop} />
      </div>
    </Dialog>
  )
}

function Previews({ url, size, crop }: { url: string; size: Size; crop: Crop }) {
  return (
    <div className="min-w-0 flex-1">
      <h3 className="mb-4 text-xs font-medium tracking-normal text-fg-3">{texts.looks}</h3>
      <div className="space-y-5">
        {([64, 40, 24] as const).map((side) => (
          <figure key={side} className="flex items-center gap-3">
            <span className="grid w-16 shrink-0 place-items-center">
              <span
                style={{ width: side, height: side, borderRadius: side * 0.2 }}
                className="relative block overflow-hidden"
              >
                <img src={url} alt="" style={placed(size, crop, side, 0)} className="absolute max-w-none" />
              </span>
            </span>
            <figcaption className="text-xs text-fg-3">{texts.sizes[side]}</figcaption>
          </figure>
        ))}
      </div>
      <p className="mt-6 text-xs text-fg-3">{texts.stored}</p>
    </div>
  )
}
