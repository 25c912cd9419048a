import { type ReactNode, useId, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { texts } from './crop.texts.ts'
import { type Crop, cropImage, type Picture, type Size, START } from './crop.ts'
import { CropArea, CropZoom, placed } from './crop-area.tsx'

type CroppedImage = { url: string; size: Size; crop: Crop }

type CropDialogProps = {
  picture: Picture
  title: string
  note?: ReactNode
  width: number
  use: string
  /** What is said where the picture cannot be cropped. */
  failed: string
  renderPreview: (image: CroppedImage) => ReactNode
  onClose: () => void
  onCrop: (image: Blob) => void
}

/** A square of a picture, chosen by dragging and zooming, beside how it will look. */
export function CropDialog({ picture: { image }, renderPreview, onClose, onCrop, ...props }: CropDialogProps) {
  const [crop, setCrop] = useState(START)
  const help = useId()
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  return (
    <Dialog
      onClose={onClose}
      title={props.title}
      note={props.note}
      width={props.width}
      footer={
        <span id={help} className="min-w-0 flex-1 text-xs text-fg-3">
          {texts.help}
        </span>
      }
      action={{
        label: props.use,
        onClick: () => void cropImage(image, crop).then(onCrop, () => toast.error(props.failed)),
      }}
    >
      <div className="flex flex-wrap gap-6 pt-1">
        <div>
          <CropArea url={image.src} size={size} crop={crop} onChange={setCrop} describedBy={help} />
          <CropZoom size={size} crop={crop} onChange={setCrop} />
        </div>
        {renderPreview({ url: image.src, size, crop })}
      </div>
    </Dialog>
  )
}

type CropPreviewProps = { image: CroppedImage; side: number; radius: number; className?: string }

export function CropPreview({ image: { url, size, crop }, side, radius, className }: CropPreviewProps) {
  return (
    <span
      style={{ width: side, height: side, borderRadius: radius }}
      className={cn('relative block overflow-hidden', className)}
    >
      <img src={url} alt="" style={placed(size, crop, side, 0)} className="absolute max-w-none" />
    </span>
  )
}
