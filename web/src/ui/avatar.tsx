import { useState } from 'react'
import { cn } from './cn.ts'

type AvatarProps = {
  name: string
  src?: string | undefined
  size?: number
  /** An organisation's mark is a rounded square in the product's colour. */
  square?: boolean
  className?: string
}

const HUES = 6
const hueOf = (name: string) => {
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((total, code) => total + code, 0)
  return (sum % HUES) + 1
}
const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .filter(Boolean)
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** A picture, or initials where there is none or it cannot be shown. Decorative: the name stands beside it, or the parent carries it. */
export function Avatar({ name, src, size = 20, square, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const hue = hueOf(name)
  const [color, background] = square
    ? ['var(--on-accent)', 'var(--accent)']
    : [`var(--av${hue}-fg)`, `var(--av${hue}-bg)`]
  const box = cn(
    'inline-grid shrink-0 place-items-center overflow-hidden',
    square ? 'rounded-sm' : 'rounded-full',
    className,
  )
  if (src && src !== broken)
    return (
      <img
        src={src}
        alt=""
        width={size}
        height={size}
        onError={() => setBroken(src)}
        className={cn(box, 'object-cover')}
      />
    )
  return (
    <span
      aria-hidden
      translate="no"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.42,
        color,
        background,
      }}
      className={cn(box, 'leading-none font-semibold')}
    >
      {initialsOf(name)}
    </span>
  )
}
