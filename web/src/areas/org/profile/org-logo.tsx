import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { texts } from './logo.texts.ts'

type OrgLogoProps = { name: string; url: string | null; size: number }

/** The default picture stands in for a logo that is missing or cannot be shown. */
export function OrgLogo({ name, url, size }: OrgLogoProps) {
  const [broken, setBroken] = useState<string>()
  if (url && url !== broken)
    return (
      <img
        src={url}
        alt={texts.logoOf(name)}
        translate="no"
        width={size}
        height={size}
        onError={() => setBroken(url)}
        style={{ width: size, height: size, borderRadius: size * 0.2 }}
        className="shrink-0 bg-surface-3 object-cover"
      />
    )
  return (
    <span
      style={{ width: size, height: size }}
      className="grid shrink-0 place-items-center rounded-xl border border-dashed border-line-control bg-surface-2 text-fg-3"
    >
      <Building2 size={size * 0.36} strokeWidth={1.6} aria-hidden />
    </span>
  )
}
