import { useEffect, useEffectEvent, useState } from "react";

/** A press that comes before what it is about waits for it, and then happens once (PRESS-01). */
export function usePressOnce(isReady: boolean, action: () => void) {
  const [isPressed, setPressed] = useState(false);
  const happen = useEffectEvent(() => {
    setPressed(false);
    action();
  });

  useEffect(() => {
    if (isPressed && isReady) happen();
  }, [isPressed, isReady]);

  return { isPressed, onPress: () => setPressed(true) };
}
