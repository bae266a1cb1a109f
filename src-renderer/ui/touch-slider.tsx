// A slider from 0 whose thumb is as large as a touch target. A style sheet sets the size with `--slider-thumb`.
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
  return (
    <Slider
      className={className}
      aria-label={label}
      minValue={0}
      maxValue={maxValue}
      step={step}
      value={value}
      onChange={(next) => onChange(typeof next === 'number' ? next : (next[0] ?? 0))}
    >
      {start}
      <SliderTrack className="slider-track">
        <SliderThumb className="slider-thumb" />
      </SliderTrack>
      {end}
    </Slider>
  )
}
