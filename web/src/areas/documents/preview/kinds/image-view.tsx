import { ImageOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ScrollRegion } from '../../../../ui/scroll-region.tsx'
import { texts } from '../preview.texts.ts'
import { Instead } from '../states.tsx'
import { useBox } from '../use-box.ts'
import type { Viewing } from '../use-viewing.ts'
import type { PreviewedVersion } from './bytes.tsx'

const MARGIN = 24
/** Drawn, it would take the memory of the page with it. */
const MAX_PIXELS = 50_000_000
/** The type is ours, not the file's: what says it is something else is no picture here. */
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp', 'image/avif'])

/** Shows them through a temporary address, which is given back when they are no longer looked at. */
function useObjectAddress(image: RefObject<HTMLImageElement | null>, bytes: Blob, type: string) {
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([bytes], { type }))
    image.current?.setAttribute('src', address)
    return () => URL.revokeObjectURL(address)
  }, [image, bytes, type])
}

type ImageViewProps = { shown: PreviewedVersion; bytes: Blob; viewing: Viewing; onDownload: (() => void) | undefined }

export function ImageView({ shown, bytes, viewing, onDownload }: ImageViewProps) {
  const { scroller, wanted, change } = viewing
  const known = PICTURES.has(shown.content_type)
  const image = useRef<HTMLImageElement>(null)
  useObjectAddress(image, bytes, shown.content_type)
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [damaged, setDamaged] = useState(false)
  const box = useBox(scroller)
  const room = Math.min(
    1,
    size ? (box.width - 2 * MARGIN) / size.width : 1,
    size ? (box.height - 2 * MARGIN) / size.height : 1,
  )
  const fits = room > 0 ? room : 1
  const scale = wanted ?? fits
  useEffect(() => change({ shown: scale }), [change, scale])
  if (size && size.width * size.height > MAX_PIXELS)
    return <Instead icon={ImageOff} title={texts.tooLarge} onDownload={onDownload} />
  if (damaged || !known) return <Instead icon={ImageOff} title={texts.damagedPicture} onDownload={onDownload} />
  return (
    <ScrollRegion ref={scroller} label={shown.name} className="grid min-h-0 p-6">
      <img
        ref={image}
        alt={shown.name}
        // How large it is stands at its beginning; as long as it is hidden, nothing of it is drawn.
        hidden={!size}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth, height: naturalHeight })
        }
        onError={() => setDamaged(true)}
        style={size && { width: size.width * scale, height: size.height * scale }}
        className="m-auto max-w-none bg-white shadow-sm"
      />
    </ScrollRegion>
  )
}
