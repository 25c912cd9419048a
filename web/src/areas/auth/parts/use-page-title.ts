import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { texts } from '../auth.texts.ts'

/** For an address whose pages are called differently: takes the place of the route's own title. */
export function usePageTitle(title: string) {
  const router = useRouter()
  useEffect(() => {
    const name = () => {
      document.title = texts.pageTitle(title)
    }
    name()
    return router.subscribe('onRendered', name)
  }, [router, title])
}
