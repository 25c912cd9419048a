import type { Picked } from '../parts/person-picker.tsx'

/** As calls about tasks name somebody: by username or, where none is known, by address. */
export const nameOnWire = ({ username, email }: Picked): string => username ?? email
