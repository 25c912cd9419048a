import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

type PathLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { path: string }

/** A link to a page of ours whose address came from the server. It opens in place; with a modifier, as the browser does. */
export function PathLink({ path, children, ...rest }: PathLinkProps) {
  const router = useRouter()
  const onClick = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    void router.navigate({ href: path })
  }
  return (
    <a {...rest} href={path} onClick={onClick}>
      {children}
    </a>
  )
}
