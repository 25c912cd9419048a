import { useEffect, useState } from 'react'
import { texts } from '../../builder.texts.ts'
import type { Banner } from '../model/content.ts'

/** Where the browser finds the picture. One that was only chosen is read from the computer. */
function useAddress({ source }: Banner): string | undefined {
  const [own, setOwn] = useState<string>()
  const file = source.kind === 'file' ? source.file : undefined
  useEffect(() => {
    if (!file) return undefined
    const url = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the address exists only as long as this picture is shown
    setOwn(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  if (source.kind === 'kept') return source.address
  return source.kind === 'file' ? own : undefined
}

/** A picture from another address is fetched by the server when the form is saved; until then its place is shown. */
export function BannerView({ banner, onPress }: { banner: Banner; onPress?: (() => void) | undefined }) {
  const address = useAddress(banner)
  const { altText, height } = banner
  return (
    <div className="relative overflow-hidden rounded-t-[9px]" style={{ height }}>
      {address ? (
        <img src={address} alt={altText} className="size-full object-cover" />
      ) : (
        <p className="grid size-full place-items-center bg-surface-3 text-sm text-fg-3">{texts.bannerWaits}</p>
      )}
      {onPress && (
        <button
          type="button"
          aria-label={texts.editBanner}
          onClick={onPress}
          className="inset-focus absolute inset-0 hover:shadow-[inset_0_0_0_2px_var(--accent)]"
        />
      )}
    </div>
  )
}
