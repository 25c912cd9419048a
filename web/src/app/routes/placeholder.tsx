import { lazyRouteComponent } from '@tanstack/react-router'
import { PLACES, type Place, type PlaceKey } from '../places.ts'

const component = lazyRouteComponent(() => import('../placeholder.screen.tsx'), 'PlaceholderScreen')

/** For a key whose area is not there: the page says so and names the key. */
export function placeholder(key: PlaceKey) {
  const place: Place = PLACES[key]
  return { component, staticData: { place, placeholderFor: key } }
}
