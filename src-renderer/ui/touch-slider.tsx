// A slider from 0 to `maxValue`, also where that is no whole number of steps. Its thumb is as large as a touch target. A style sheet sets the size with `--slider-thumb`.
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'

export interface TouchSliderProps {
  label: string
  className: string
  value: number
  maxValue: number
  step: number
  onChange: (value: number) => void
  /** Shown before the track. */
  start?: React.ReactNode
  /** Shown after the track. */
  end: React.ReactNode
}

export function TouchSlider({ label, className, value, maxValue, step, onChange, start, end }: TouchSliderProps) {
  // React Aria stops at the last whole step
  const lastStep = Math.ceil(maxValue / step) * step
  return (
    <Slider
      className={className}
      aria-label={label}
      minValue={0}
      maxValue={lastStep}
      step={step}
      value={value}
      onChange={(next) => onChange(Math.min(maxValue, typeof next === 'number' ? next : (next[0] ?? 0)))}
    >
      {start}
      <SliderTrack className="slider-track">
        <SliderThumb className="slider-thumb" />
      </SliderTrack>
      {end}
    </Slider>
  )
}
