import { ZoomIn, ZoomOut } from 'lucide-react'
import { Slider } from '../../../ui/slider.tsx'
import { type Crop, MOST_ZOOM, type Size, zoomed } from './crop.ts'

type CropZoomProps = { label: string; size: Size; crop: Crop; onChange: (crop: Crop) => void }

export function CropZoom({ label, size, crop, onChange }: CropZoomProps) {
  return (
    <div className="mt-4 flex items-center gap-3 text-fg-3">
      <ZoomOut size={16} aria-hidden />
      <Slider
        label={label}
        min={1}
        max={MOST_ZOOM}
        step={0.05}
        value={crop.zoom}
        onChange={(zoom) => onChange(zoomed(size, crop, zoom))}
        className="min-w-0 flex-1"
      />
      <ZoomIn size={16} aria-hidden />
    </div>
  )
}
