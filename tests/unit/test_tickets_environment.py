"""The simulated desktop says what it is."""

from __future__ import annotations

from wpfagent.desktops.simulated import SimulatedDesktop


def test_the_simulated_environment_is_honest_and_complete():
    found = SimulatedDesktop().environment()
    assert found["os"].startswith("simulated desktop on ")
    assert all(found[key] for key in ("os", "os_build", "language", "locale", "monitors"))
    assert found["monitors"] == [{"rect": [0, 0, 1600, 1000], "dpi": 96, "primary": True}]


def test_a_xaml_file_has_no_version():
    found = SimulatedDesktop().program("a/form.xaml")
    assert found == {
        "file_version": "",
        "product_version": "",
        "build_type": "unknown",
        "framework": "WPF, simulated",
    }
