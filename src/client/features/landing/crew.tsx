import crew from './crew.svg';

export function Crew() {
  return (
    <div className="bg-sage-50">
      <div className="wrap grid items-center gap-8 py-14 md:grid-cols-2 lg:gap-16 lg:py-20">
        <div className="overflow-hidden rounded-[22px]">
          <img
            src={crew}
            alt="Three cleaners in the green uniform of the company"
            width={460}
            height={300}
            loading="lazy"
            className="block w-full"
          />
        </div>
        <div>
          <h2 className="font-bold text-[clamp(30px,3.4vw,42px)]">You will know us by the green</h2>
          <p className="mt-4 max-w-[32em] text-lg text-muted">
            Our team arrives on time, in uniform and with a name badge. Trained, insured and vetted people, and the same faces each visit
            wherever we can.
          </p>
        </div>
      </div>
    </div>
  );
}
