// A QR code on the screen: dark on light in both themes, with the quiet zone that scanners require.
import { useMemo } from 'react'
import { qrCode } from '../../shared/drawing/qr-code.ts'

const quietZone = 4

export function Qr({ text, label }: { text: string; label: string }) {
  const { size, bars } = useMemo(() => qrCode(text), [text])
  const side = size + 2 * quietZone
  return (
    <svg className="qr" viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`} role="img" aria-label={label}>
      <rect className="qr-ground" x={-quietZone} y={-quietZone} width={side} height={side} />
      {bars.map(({ x, y, width }) => (
        <rect key={`${x} ${y}`} className="qr-bar" x={x} y={y} width={width} height={1} />
      ))}
    </svg>
  )
}
